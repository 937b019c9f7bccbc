/**
 * Builds a thing once per platform, so that two services in one process share nothing. The builder's parameter names the platform parts
 * that it needs.
 */
export function memoized<Needs extends object, Thing>(build: (platform: Needs) => Thing): (platform: Needs) => Thing {
  const built = new WeakMap<Needs, { readonly thing: Thing }>();
  return (platform) => {
    const known = built.get(platform);
    if (known !== undefined) return known.thing;
    const thing = build(platform);
    built.set(platform, { thing });
    return thing;
  };
}
