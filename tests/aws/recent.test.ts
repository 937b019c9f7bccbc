import { expect, test } from "vitest";
import { promiseCache } from "#shared/aws/kms/promise-cache.ts";

test("concurrent requests for an answer cause one call", async () => {
  const answers = promiseCache<number>(10);
  let asked = 0;
  const ask = async (): Promise<number> => ++asked;
  expect(await Promise.all([answers.get("a", ask), answers.get("a", ask), answers.get("a", ask)])).toEqual([1, 1, 1]);
  expect(await answers.get("b", ask)).toBe(2);
});

test("a failed answer is requested again", async () => {
  const answers = promiseCache<string>(10);
  const fail = (): Promise<string> => Promise.reject(new Error("Not now"));
  await expect(Promise.all([answers.get("a", fail), answers.get("a", fail)])).rejects.toThrow("Not now");
  expect(await answers.get("a", async () => "now")).toBe("now");
});

test("an expired answer is requested again once for all callers", async () => {
  const answers = promiseCache<number>(10);
  let asked = 0;
  const ask = async (): Promise<number> => ++asked;
  const isGood = (answer: number): boolean => answer > 1;
  await answers.get("a", ask);
  expect(await Promise.all([answers.get("a", ask, isGood), answers.get("a", ask, isGood)])).toEqual([2, 2]);
});

test("if there are too many answers, the least recently used one is dropped", async () => {
  const answers = promiseCache<string>(2);
  let asked: string[] = [];
  const get = (name: string): Promise<string> =>
    answers.get(name, async () => {
      asked.push(name);
      return name;
    });
  for (const name of ["a", "b", "a", "c"]) await get(name);
  asked = [];
  for (const name of ["c", "a", "b"]) await get(name);
  expect(asked).toEqual(["b"]);
});
