FROM swift:6.3-bookworm AS build
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends libmicrohttpd-dev libsimdjson-dev libdeflate-dev libsqlite3-dev \
    libpq-dev libssl-dev python3-yaml wasi-libc libclang-rt-19-dev-wasm32 binaryen brotli esbuild \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift Package.resolved ./
RUN swift package resolve
COPY . .
ARG COMMIT=
RUN script/wasm && script/bundles && script/describe \
 && LAYOUTD_COMMIT=$COMMIT swift build -c release --product layoutd --static-swift-stdlib \
 && install -D -s .build/release/layoutd /out/layoutd \
 && install -D -m 0644 -t /out/client clients/typescript/layout.wasm* \
 && install -D -m 0644 -t /out/client/module clients/typescript/module/files.js clients/typescript/module/*.wasm*

FROM debian:bookworm-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends libmicrohttpd12 libsimdjson14 libstdc++6 libdeflate0 libsqlite3-0 \
    libpq5 libssl3 ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/layoutd /usr/local/bin/layoutd
# The module for pages, for who serves it.
COPY --from=build /out/client /usr/local/share/layoutd/client
# A volume that is mounted here takes this owner.
RUN install -d -m 0700 -o 65534 -g 65534 /var/lib/layoutd
LABEL org.opencontainers.image.title=layoutd org.opencontainers.image.version=0.1.0
ENV LAYOUTD_LISTEN=0.0.0.0:8080 SWIFT_BACKTRACE=enable=no
EXPOSE 8080
USER 65534:65534
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["/usr/local/bin/layoutd", "health"]
ENTRYPOINT ["/usr/local/bin/layoutd"]
CMD ["serve"]
