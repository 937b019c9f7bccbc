import { Popover } from "@base-ui/react/popover";
import { words } from "../words/words.ts";
import { errorMeaning } from "./error-meanings.ts";

/** What a number means, its usual cause, and the next step. */
export default function ErrorMeaning({ number }: { readonly number: number }) {
  const meaning = errorMeaning(number);
  return (
    <>
      <Popover.Title className="font-semibold">{words.errors.title(number, meaning?.source)}</Popover.Title>
      <p className="mt-1">{meaning?.sentence ?? words.errors.unknown}</p>
      {meaning && (
        <dl className="mt-2 flex flex-col gap-2">
          <div>
            <dt className="text-muted">{words.errors.cause}</dt>
            <dd>{meaning.cause}</dd>
          </div>
          <div>
            <dt className="text-muted">{words.errors.remedy}</dt>
            <dd>{meaning.remedy}</dd>
          </div>
        </dl>
      )}
    </>
  );
}
