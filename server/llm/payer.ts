/** On whose behalf the operator's model is called. */
export type Payer =
  | { kind: 'tree'; rootId: string }
  | { kind: 'person'; personId: string }
  | { kind: 'bot'; botId: string; personId: string }
