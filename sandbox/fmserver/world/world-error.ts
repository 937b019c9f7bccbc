/** A world that cannot be served: where in its JSON, and what is wrong there. */
export class WorldError extends Error {
  override readonly name = "WorldError";
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path === "" ? "world" : path}: ${problem}`);
    this.path = path;
  }
}
