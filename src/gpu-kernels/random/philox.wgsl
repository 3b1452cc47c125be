// Philox4x32-10, the same bits as philox.ts. WGSL has no 64-bit product: the high word is put together from 16-bit halves.
fn philox_mulhi(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu;
  let ah = a >> 16u;
  let bl = b & 0xffffu;
  let bh = b >> 16u;
  let mid = ah * bl + ((al * bl) >> 16u);
  let low = (mid & 0xffffu) + al * bh;
  return ah * bh + (mid >> 16u) + (low >> 16u);
}

fn philox4x32(ctr: vec4u, key: vec2u) -> vec4u {
  var c = ctr;
  var k = key;
  for (var i = 0u; i < 10u; i++) {
    c = vec4u(
      philox_mulhi(0xcd9e8d57u, c.z) ^ c.y ^ k.x,
      0xcd9e8d57u * c.z,
      philox_mulhi(0xd2511f53u, c.x) ^ c.w ^ k.y,
      0xd2511f53u * c.x,
    );
    k += vec2u(0x9e3779b9u, 0xbb67ae85u);
  }
  return c;
}

// [0, 1) with 24 bits: both the conversion and the product by 2^-24 are exact in f32
fn philox_uniform(seed: u32, stream: u32, update: u32, dialogue: u32, slot: u32) -> f32 {
  return f32(philox4x32(vec4u(update, dialogue, slot, 0u), vec2u(seed, stream)).x >> 8u) * 0x1p-24f;
}
