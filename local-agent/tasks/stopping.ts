/** The agent stops: nothing is done any more, and nothing undone. Its next life goes on with what is in the journal. */
export class Stopping extends Error {
  override readonly name = "Stopping";
}
