/** A mistake of the caller: one clear line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
