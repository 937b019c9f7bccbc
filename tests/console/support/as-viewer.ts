/** Script text for the page: makes the session read-only. */
export const asViewer = `const ask = window.fetch;
window.fetch = async (url, options) => {
  const answer = await ask(url, options);
  if (!String(url).endsWith("/svc/api/session")) return answer;
  const body = await answer.json();
  if (body.response?.caller) body.response.caller.role = "viewer";
  return Response.json(body, { status: answer.status });
};`;
