/** 32 pseudo-random bits, always the same for a number (the finalizer of MurmurHash3). */
export function scrambled(number) {
  let bits = (number % 4294967296) ^ Math.floor(number / 4294967296);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Pseudo-random numbers from 0 to below 1, always the same for a seed. */
export function random(seed) {
  let count = scrambled(seed);
  return () => {
    count = (count + 1) >>> 0;
    return scrambled(count) / 4294967296;
  };
}
