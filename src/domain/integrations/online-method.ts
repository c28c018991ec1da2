/**
 * The online payment methods. The checks of `payment_attempts` and `payments` have the same values, and that of `credentials` those of an
 * account.
 */
export const ONLINE_METHODS = [
  'nequi',
  'pse',
  'bancolombia_transfer',
  'card',
  'bancolombia_collect',
  'wompi_page',
] as const
export type OnlineMethod = (typeof ONLINE_METHODS)[number]

export const ONLINE_LABELS: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'Nequi',
  pse: 'PSE',
  bancolombia_transfer: 'Botón Bancolombia',
  card: 'Tarjeta',
  bancolombia_collect: 'Efectivo en corresponsal',
  wompi_page: 'Página de Wompi',
}

/** The method whose payer goes to the page of the provider, which a payment link opens. */
export const PAGE_METHOD = 'wompi_page' satisfies OnlineMethod

/** The names of the methods at the provider. Its page is no method there: the payer chooses one in it. */
export const PROVIDER_TYPES = {
  nequi: 'NEQUI',
  pse: 'PSE',
  bancolombia_transfer: 'BANCOLOMBIA_TRANSFER',
  card: 'CARD',
  bancolombia_collect: 'BANCOLOMBIA_COLLECT',
  wompi_page: 'WOMPI_PAGE',
} as const satisfies Readonly<Record<OnlineMethod, string>>
export type ProviderType = (typeof PROVIDER_TYPES)[OnlineMethod]

/** The last part of the address of the screen of each method (PAY-02). */
export const SCREEN_IDS = {
  nequi: 'nq',
  pse: 'pse',
  bancolombia_transfer: 'bancolombia',
  card: 'tarjeta',
  bancolombia_collect: 'efectivo',
  wompi_page: 'wompi',
} as const satisfies Readonly<Record<OnlineMethod, string>>

const METHOD_OF: Readonly<Record<ProviderType, OnlineMethod>> = {
  NEQUI: 'nequi',
  PSE: 'pse',
  BANCOLOMBIA_TRANSFER: 'bancolombia_transfer',
  CARD: 'card',
  BANCOLOMBIA_COLLECT: 'bancolombia_collect',
  WOMPI_PAGE: 'wompi_page',
}
export const methodOfType = (type: ProviderType): OnlineMethod => METHOD_OF[type]

export const isOnlineMethod = (method: string): method is OnlineMethod =>
  ONLINE_METHODS.some((known) => known === method)

/** Whether the payer continues on a page of the bank, or of the provider. */
export const goesToBank = (method: OnlineMethod): boolean =>
  method === 'pse' || method === 'bancolombia_transfer' || method === PAGE_METHOD

/** The methods of an account, from the list of the provider. Null when the provider gives no list. */
export const methodsOfAccount = (accepted: readonly string[] | null | undefined): OnlineMethod[] | null =>
  accepted
    ? ONLINE_METHODS.filter((method) => method !== PAGE_METHOD && accepted.includes(PROVIDER_TYPES[method]))
    : null

const FIRST_METHODS = ['nequi', 'pse'] as const

/**
 * What a company offers: the methods of its account, and the page of the provider when the company chose it. Nequi and PSE while the provider
 * was not asked, or gave no list.
 */
export function offeredMethods(ofAccount: readonly OnlineMethod[] | null, hasPage: boolean): OnlineMethod[] {
  const methods: OnlineMethod[] = [...(ofAccount ?? FIRST_METHODS)]
  return hasPage ? [...methods, PAGE_METHOD] : methods
}
