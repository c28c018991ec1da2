import type { SimulatedNumber } from '#simulators/whatsapp/state.ts'

export const VERIFY_TOKEN = 'token-de-verificacion-de-la-prueba'

/** The keys of a number, as the administrator writes them. */
export const whatsappKeys = (number: SimulatedNumber) => ({
  phone_number_id: number.phone_number_id,
  waba_id: number.waba_id,
  token: number.token,
  app_secret: number.app_secret,
  verify_token: VERIFY_TOKEN,
})

export const numberOf = (name: string, order: number): SimulatedNumber => ({
  name,
  phone_number_id: String(106_540_000_000 + order),
  waba_id: String(202_540_000_000 + order),
  token: `EAA-token-de-prueba-${name}-${order}`,
  app_secret: `secreto-de-la-app-${name}-${order}`,
  events_url: null,
  display_phone_number: '+57 601 7654321',
})
