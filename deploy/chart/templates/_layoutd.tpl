{{/* Names and labels. A release that is called layoutd has that name alone. */}}
{{- define "layoutd.name" -}}
{{- $name := ternary .Release.Name (printf "%s-layoutd" .Release.Name) (contains "layoutd" .Release.Name) }}
{{- $name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* Of a part: (dict "root" $ "part" "server"). */}}
{{- define "layoutd.selector" -}}
app.kubernetes.io/name: layoutd
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "layoutd.labels" -}}
{{ include "layoutd.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* What every pod has: nothing of the cluster, no rights, no root. */}}
{{- define "layoutd.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65534
  runAsGroup: 65534
  fsGroup: 65534
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: {type: RuntimeDefault}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* The metadata of the pods of a part that go on running. */}}
{{- define "layoutd.metadata" -}}
labels:
  {{- include "layoutd.labels" . | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (default dict .annotations) .root.Values.podAnnotations }}
annotations: {{ toJson . }}
{{- end }}
{{- end }}

{{- define "layoutd.account" -}}
{{- with .Values.serviceAccount.name | default (ternary (include "layoutd.name" .) "" .Values.serviceAccount.create) }}
serviceAccountName: {{ . }}
{{- end }}
{{- end }}

{{/* MiB of memory, and thousandths of a processor. */}}
{{- define "layoutd.memory" -}}
{{- mul (regexFind "^[0-9]+" . | int64) (get (dict "Mi" 1 "Gi" 1024 "Ti" 1048576) (regexFind "..$" .)) }}
{{- end }}
{{- define "layoutd.cpu" -}}
{{- $text := toString . }}
{{- ternary (trimSuffix "m" $text) (mulf (float64 $text) 1000 | int64 | toString) (hasSuffix "m" $text) }}
{{- end }}

{{/* Resources of a container: (list "front.resources" VALUES). */}}
{{- define "layoutd.resources" -}}
{{- $name := first . }}{{ $all := last . }}
{{- range $kind := list "cpu" "memory" }}
{{- $least := get (default dict $all.requests) $kind }}{{ $most := get $all.limits $kind }}
{{- if and $least $most }}
{{- $measure := printf "layoutd.%s" $kind }}
{{- if gt (include $measure $least | int64) (include $measure $most | int64) }}
{{- fail (printf "%s.requests.%s is %v, which is more than limits.%s, %v" $name $kind $least $kind $most) }}
{{- end }}
{{- end }}
{{- end }}
{{- toJson $all }}
{{- end }}

{{- define "layoutd.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end }}

{{/* One pod on each machine, and in each zone, as far as there are enough. */}}
{{- define "layoutd.spread" -}}
topologySpreadConstraints:
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "layoutd.selector" $ | nindent 8 }}
{{- end }}
{{- end }}

{{/* The template of the pods of layoutd. */}}
{{- define "layoutd.template" -}}
{{- $isShared := eq .Values.store.kind "postgresql" -}}
metadata:
  {{- include "layoutd.metadata" (dict "root" . "part" "server") | nindent 2 }}
spec:
  {{- include "layoutd.pod" (dict "root" .) | nindent 2 }}
  {{- include "layoutd.account" . | nindent 2 }}
  # drain-delay, drain-timeout, 5 s for the store, and room.
  terminationGracePeriodSeconds: 40
  {{- if $isShared }}
  {{- include "layoutd.spread" (dict "root" . "part" "server") | nindent 2 }}
  {{- end }}
  containers:
    - name: layoutd
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args:
        - serve
        - --listen=0.0.0.0:8080
        - --metrics-listen=0.0.0.0:9090
        - --drain-delay=5s
        - --drain-timeout=20s
        {{- if $isShared }}
        - {{ printf "--store=%s" .Values.store.postgresql.url | quote }}
        - --store-password-file=/run/layoutd/postgresql/{{ .Values.store.postgresql.passwordSecret.key }}
        - --store-connections={{ .Values.store.postgresql.connections }}
        {{- else }}
        - --store=sqlite:/var/lib/layoutd/layouts.db
        {{- end }}
        {{- if .Values.apiKeysSecret }}
        - --api-keys-file=/run/layoutd/keys/keys.txt
        {{- end }}
        {{- range $name, $value := .Values.settings }}
        {{- /* A number of a file of values is a fraction to Helm. */}}
        - {{ printf "--%s=%v" $name (ternary (int64 $value) $value (kindIs "float64" $value)) | quote }}
        {{- end }}
      {{- with .Values.extraEnv }}
      env: {{ toJson . }}
      {{- end }}
      ports:
        - {name: http, containerPort: 8080}
        - {name: metrics, containerPort: 9090}
      # It is ready when its store is; without one it waits, and is not started again for that.
      startupProbe:
        httpGet: {path: /healthz, port: metrics}
        periodSeconds: 1
        failureThreshold: {{ if $isShared }}60{{ else }}600{{ end }}
      readinessProbe:
        httpGet: {path: /readyz, port: metrics}
        periodSeconds: 2
        timeoutSeconds: 1
        failureThreshold: 2
      livenessProbe:
        httpGet: {path: /healthz, port: metrics}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      resources: {{ include "layoutd.resources" (list "resources" .Values.resources) }}
      {{- include "layoutd.container" . | nindent 6 }}
      volumeMounts:
        {{- if $isShared }}
        - {name: postgresql, mountPath: /run/layoutd/postgresql, readOnly: true}
        {{- else }}
        - {name: layouts, mountPath: /var/lib/layoutd}
        {{- end }}
        {{- if .Values.apiKeysSecret }}
        - {name: keys, mountPath: /run/layoutd/keys, readOnly: true}
        {{- end }}
        {{- range .Values.extraVolumeMounts }}
        - {{ toJson . }}
        {{- end }}
  {{- if or $isShared .Values.apiKeysSecret .Values.extraVolumes }}
  volumes:
    {{- if $isShared }}
    - name: postgresql
      secret: {secretName: {{ .Values.store.postgresql.passwordSecret.name }}, defaultMode: 0440}
    {{- end }}
    {{- if .Values.apiKeysSecret }}
    - name: keys
      secret: {secretName: {{ .Values.apiKeysSecret }}, defaultMode: 0440}
    {{- end }}
    {{- range .Values.extraVolumes }}
    - {{ toJson . }}
    {{- end }}
  {{- end }}
{{- end }}
