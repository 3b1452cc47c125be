export { gelu, geluBwd } from './gelu';
export { attention, attentionBwdKV, attentionBwdQ } from './attention';
