/** Deployment that doesn't work as expected. The message is one sentence. */
export class SmokeFailure extends Error {
  override readonly name = "SmokeFailure";
}
