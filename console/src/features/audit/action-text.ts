/** Returns an operation's name as words: `createDataApiKey` becomes `Create Data API key`. */
export function actionText(action: string): string {
  const spaced = action.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const proper = spaced
    .replace(/\b(api|odata)\b/g, (word) => (word === "api" ? "API" : "OData"))
    .replace(/\b(?:data|admin) API\b/g, (words) => words.charAt(0).toUpperCase() + words.slice(1));
  return proper.charAt(0).toUpperCase() + proper.slice(1);
}
