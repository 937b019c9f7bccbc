/** A deployment that does not do what it should, in a sentence. */
export class SmokeFailure extends Error {
  override readonly name = "SmokeFailure";
}
