import type { CaseState } from './steps.ts'

type Reached = Pick<CaseState, 'response_channel' | 'petitioner_email' | 'client_id'>

/** How the user learns of a step before the answer: by e-mail, in the portal that it chose, or from the desk by telephone or on paper. */
export const noticeOf = ({ response_channel: by, petitioner_email, client_id }: Reached): 'mail' | 'portal' | 'desk' =>
  petitioner_email !== null ? 'mail' : client_id !== null && by === 'portal' ? 'portal' : 'desk'

type Located = Pick<CaseState, 'response_channel'> & {
  response_address: string | null
  petitioner_phone: string | null
  petitioner_address: string | null
}

/** Where the desk reaches the user: 'Llama al 3001234567', 'Envía una carta a Calle 5 # 4-3'. */
export function reachedBy(state: Located): string {
  const { response_channel: by, petitioner_phone: phone } = state
  const address = state.response_address ?? state.petitioner_address
  if (phone !== null && (by !== 'direccion' || address === null)) return `Llama al ${phone}`
  return address === null ? 'Busca a quien radicó' : `Envía una carta a ${address}`
}
