/** WGSL for a kernel's `includes`; apart from masked.ts as random/includes.ts is from philox.ts. */
import maskedWgsl from './masked.wgsl?raw';

/** `masked_norm(o, lo, hi)`, `masked_logprob(at, norm)`, `masked_entropy(o, lo, hi, norm)` over the binding `logits` */
export { maskedWgsl };
