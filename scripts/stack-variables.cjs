/** Returns the roles and variables of all functions for serverless.yml, as their resources' needs come to. */
module.exports = async () => {
  const { functionNeeds, functionStack } = await import("./function-stack.ts");
  return functionStack(await functionNeeds());
};
