/** Returns the roles and variables of all functions for serverless.yml, as their resources' needs come to. */
module.exports = async ({ resolveVariable }) => {
  const { functionNeeds, functionStack } = await import("./function-stack.ts");
  return functionStack(await functionNeeds(), await resolveVariable("param:encryptionKeys"));
};
