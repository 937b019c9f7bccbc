// Prints how far the product is: per resource, the requirements that a test proves, those that none proves yet, and
// those planned for later.
import { readCitations } from "../tests/architecture/citations.ts";
import { printedState, requirementsState } from "../tests/architecture/requirements-state.ts";

const cited = new Set(readCitations().flatMap(({ id }) => id ?? []));
console.log(printedState(requirementsState(cited)));
