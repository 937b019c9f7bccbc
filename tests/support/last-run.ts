/** List of the test files that failed in the last run, which `npm run test:again` reads. */
export const failedRunFile = new URL("../../node_modules/.cache/latchkey/failed-tests.json", import.meta.url).pathname;
