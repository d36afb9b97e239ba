const PREFIX = 'inbox:'

/** What the bus calls a person's inbox. A hint under it says: the lists or badges of this person may have changed. */
export function inboxTopic(personId: string): string {
  return `${PREFIX}${personId}`
}

export function isInboxTopic(topic: string): boolean {
  return topic.startsWith(PREFIX)
}
