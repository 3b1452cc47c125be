export { gelu, geluBwd } from './gelu';
export { attention, attentionBwdKV, attentionBwdQ } from './attention';
export { layerNorm, layerNormBwdW, layerNormBwdX } from './norm';
export { adamw, columnSums, embed, embedBwdToken, sumSquares, transpose } from './rows';
export { maskedLogprob, policyLoss, sampleRow, softLoss } from './softmax';
