// Prints the state of the product: for each resource, the requirements that a test proves, those without a proof, and those planned for
// later.
import { readCitations } from "../tests/architecture/citations.ts";
import { printedState, requirementsState } from "../tests/architecture/requirements-state.ts";

const cited = new Set(readCitations().flatMap(({ id }) => id ?? []));
console.log(printedState(requirementsState(cited)));
