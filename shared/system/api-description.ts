/** docs/reference/openapi.json, which a test writes from the contracts, with this service's own prefix in its paths. */
export async function apiDescription(prefix: string): Promise<{ openapi: string } & Record<string, unknown>> {
  const { default: description } = await import("../../docs/reference/openapi.json", { with: { type: "json" } });
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path.replace(/^\/svc\//, `/${prefix}/`),
    item,
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}
