import { expect, test } from "vitest";
import { withResources } from "../../bench/machine/with-resources.ts";

test("resources are given back after the work, the last one first, and its result comes out", async () => {
  const told: string[] = [];
  const result = await withResources(async (use) => {
    use(resource(() => told.push("first back")));
    use(resource(() => told.push("second back")));
    told.push("worked");
    return 5;
  });
  expect(result).toBe(5);
  expect(told).toEqual(["worked", "second back", "first back"]);
});

test("resources are given back when the work fails, and its failure comes out", async () => {
  const told: string[] = [];
  const work = withResources(async (use) => {
    use(resource(() => told.push("back")));
    throw new Error("no work");
  });
  await expect(work).rejects.toThrow("no work");
  expect(told).toEqual(["back"]);
});

test("a resource that cannot be given back does not hide why the work failed", async () => {
  const work = withResources(async (use) => {
    use(
      resource(() => {
        throw new Error("no way back");
      }),
    );
    throw new Error("no work");
  });
  await expect(work).rejects.toMatchObject({ error: { message: "no way back" }, suppressed: { message: "no work" } });
});

function resource(giveBack: () => void): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => giveBack() };
}
