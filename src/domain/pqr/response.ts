import { refuseField } from '#domain/core/refusal.ts'
import type { NewPqr, Petitioner } from './case.ts'

type Filer = { isClient: boolean; person: Petitioner }

/**
 * Throws a Refusal for an answer channel that cannot reach the person (R3.13): the portal for who is no client, the telephone without a
 * number, paper without an address, and e-mail without one for who is no client. The desk gives a client without e-mail its answer on paper.
 */
export function assertReachable(
  { response_channel: by, response_address }: Pick<NewPqr, 'response_channel' | 'response_address'>,
  { isClient, person }: Filer,
): void {
  if (by === 'portal' && !isClient)
    throw refuseField(
      'refused',
      'pqr.response_channel',
      'El portal es de los clientes: elige correo, teléfono o dirección',
    )
  if (by === 'correo' && !isClient && !person.email)
    throw refuseField('invalid', 'pqr.petitioner.email', 'Escribe el correo para la respuesta')
  if (by === 'telefono' && !person.phone)
    throw isClient
      ? refuseField('refused', 'pqr.response_channel', 'No hay un teléfono registrado: elige otro medio')
      : refuseField('invalid', 'pqr.petitioner.phone', 'Escribe el teléfono para la respuesta')
  if (by === 'direccion' && !response_address && !person.address)
    throw refuseField('invalid', 'pqr.response_address', 'Escribe la dirección para la respuesta')
}
