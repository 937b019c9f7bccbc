/** Thrown for an invalid world, with the location in its JSON and the problem. */
export class WorldError extends Error {
  override readonly name = "WorldError";
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path === "" ? "world" : path}: ${problem}`);
    this.path = path;
  }
}
