import { generatedName, type ResourceType } from "../resource-type.ts";
import { isObject } from "../template.ts";

export const budget: ResourceType = {
  type: "AWS::Budgets::Budget",
  isGlobal: true,
  // https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Budget.html: names are unique in an account.
  identify(request) {
    const { Budget } = request.properties;
    const { BudgetName = generatedName(request, 100) } = isObject(Budget) ? Budget : {};
    return { id: String(BudgetName), attributes: { Id: String(BudgetName) }, uniqueKey: String(BudgetName) };
  },
};
