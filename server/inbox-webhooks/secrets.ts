export const purposeOf = (webhookId: string) => `inbox-webhook:${webhookId}`
