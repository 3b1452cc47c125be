import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of weights as they lie in memory (float32, little endian on every machine a browser runs on). */
export const weightsDigest = (weights: Float32Array): string => bytesToHex(sha256(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)));
