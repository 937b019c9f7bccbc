import { expect, test } from "vitest";
import { withResources } from "../../bench/machine/with-resources.ts";

test("resources are released after the work, the last one first, and its result is returned", async () => {
  const reported: string[] = [];
  const result = await withResources(async (use) => {
    use(resource(() => reported.push("first back")));
    use(resource(() => reported.push("second back")));
    reported.push("worked");
    return 5;
  });
  expect(result).toBe(5);
  expect(reported).toEqual(["worked", "second back", "first back"]);
});

test("resources are released if the work fails, and its error is thrown", async () => {
  const reported: string[] = [];
  const work = withResources(async (use) => {
    use(resource(() => reported.push("back")));
    throw new Error("no work");
  });
  await expect(work).rejects.toThrow("no work");
  expect(reported).toEqual(["back"]);
});

test("a resource that can't be released doesn't hide why the work failed", async () => {
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
