import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Refusal } from "../../../console/src/ui/feedback/refusal.tsx";

const own = Element.prototype.scrollIntoView;
afterEach(() => {
  Element.prototype.scrollIntoView = own;
});

function Form() {
  const [error, setError] = useState<Error | undefined>(new Error("The account was refused"));
  return (
    <>
      <button type="button" onClick={() => setError(undefined)}>
        Go on
      </button>
      {error === undefined ? <p>Here is your key</p> : <Refusal error={error} />}
    </>
  );
}

test("a form continues after an error in browsers whose scrollIntoView returns a promise, like Chromium 156 and later", async () => {
  Element.prototype.scrollIntoView = () => Promise.resolve() as never;
  const page = await render(<Form />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect.element(page.getByText("Here is your key")).toBeVisible();
});
