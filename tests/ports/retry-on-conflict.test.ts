import { expect, test } from "vitest";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";

/** Returns an attempt that throws these errors, one per run, and then returns the number of its runs. */
function failing(...errors: readonly Error[]) {
  let runs = 0;
  return async () => {
    const error = errors[runs];
    runs += 1;
    if (error !== undefined) throw error;
    return runs;
  };
}

test("an attempt runs again until its write isn't refused because of a concurrent one", async () => {
  expect(await retryOnConflict(failing())).toBe(1);
  expect(await retryOnConflict(failing(new ConditionFailed(), new ConditionFailed(1)))).toBe(3);
});

test("any other error is thrown at once", async () => {
  const error = new Error("The store is away");
  await expect(retryOnConflict(failing(new ConditionFailed(), error, new ConditionFailed()))).rejects.toBe(error);
});

test("after the last attempt its conflict is thrown", async () => {
  const last = new ConditionFailed(2);
  await expect(retryOnConflict(failing(new ConditionFailed(), last), 2)).rejects.toBe(last);
  let runs = 0;
  const never = async () => {
    runs += 1;
    throw new ConditionFailed();
  };
  await expect(retryOnConflict(never)).rejects.toThrow(ConditionFailed);
  expect(runs).toBe(1000);
});
