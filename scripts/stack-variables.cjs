/** Returns the roles and variables of all functions, as their resources' needs come to, and the body of the dashboard, for serverless.yml. */
module.exports = async ({ resolveVariable }) => {
  const { functionNeeds, functionStack } = await import("./function-stack.ts");
  const { dashboardBody } = await import("./dashboard.ts");
  const stack = functionStack(await functionNeeds(), await resolveVariable("param:encryptionKeys"));
  return { ...stack, dashboard: dashboardBody() };
};
