/** The online payment methods. The checks of `payment_attempts`, `payments` and `credentials` have the same values. */
export const ONLINE_METHODS = ['nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect'] as const
export type OnlineMethod = (typeof ONLINE_METHODS)[number]

export const ONLINE_LABELS: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'Nequi',
  pse: 'PSE',
  bancolombia_transfer: 'Botón Bancolombia',
  card: 'Tarjeta',
  bancolombia_collect: 'Efectivo en corresponsal',
}

/** The names of the methods at the provider. */
export const PROVIDER_TYPES = {
  nequi: 'NEQUI',
  pse: 'PSE',
  bancolombia_transfer: 'BANCOLOMBIA_TRANSFER',
  card: 'CARD',
  bancolombia_collect: 'BANCOLOMBIA_COLLECT',
} as const satisfies Readonly<Record<OnlineMethod, string>>
export type ProviderType = (typeof PROVIDER_TYPES)[OnlineMethod]

/** The last part of the address of the screen of each method (PAY-02). */
export const SCREEN_IDS = {
  nequi: 'nq',
  pse: 'pse',
  bancolombia_transfer: 'bancolombia',
  card: 'tarjeta',
  bancolombia_collect: 'efectivo',
} as const satisfies Readonly<Record<OnlineMethod, string>>

const METHOD_OF: Readonly<Record<ProviderType, OnlineMethod>> = {
  NEQUI: 'nequi',
  PSE: 'pse',
  BANCOLOMBIA_TRANSFER: 'bancolombia_transfer',
  CARD: 'card',
  BANCOLOMBIA_COLLECT: 'bancolombia_collect',
}
export const methodOfType = (type: ProviderType): OnlineMethod => METHOD_OF[type]

export const isOnlineMethod = (method: string): method is OnlineMethod =>
  ONLINE_METHODS.some((known) => known === method)

/** Whether the payer continues on a page of the bank. */
export const goesToBank = (method: OnlineMethod): boolean => method === 'pse' || method === 'bancolombia_transfer'

/** The methods of an account, from the list of the provider. Null when the provider gives no list. */
export const methodsOfAccount = (accepted: readonly string[] | null | undefined): OnlineMethod[] | null =>
  accepted ? ONLINE_METHODS.filter((method) => accepted.includes(PROVIDER_TYPES[method])) : null

/** What a company offers: the methods of its account. Nequi and PSE while the provider was not asked, or gave no list. */
export const offeredMethods = (ofAccount: readonly OnlineMethod[] | null): readonly OnlineMethod[] =>
  ofAccount ?? ['nequi', 'pse']
