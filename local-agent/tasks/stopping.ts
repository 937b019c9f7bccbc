/** Thrown when the agent stops: nothing more is done or undone. Its next run continues from the journal. */
export class Stopping extends Error {
  override readonly name = "Stopping";
}
