import type { SignedTerms } from '#domain/contracts/signed-terms.ts'
import type { Tx } from '#server/core/tx.ts'

/** The company and the client of a contract as its text names them. */
export async function getContractParties(tx: Tx, clientId: string): Promise<Pick<SignedTerms, 'company' | 'client'>> {
  const [company, client] = [
    await tx
      .selectFrom('companies')
      .select(['name', 'nit', 'address', 'city', 'phone', 'email', 'website_url'])
      .executeTakeFirstOrThrow(),
    await tx
      .selectFrom('clients')
      .select([
        'name',
        'type_identification',
        'identification',
        'email',
        'phone',
        'telephone',
        'address',
        'city',
        'department',
      ])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow(),
  ]
  const { telephone, ...rest } = client
  return { company, client: { ...rest, phone: client.phone ?? telephone } }
}

export const getPlanSpeeds = (tx: Tx, planId: string) =>
  tx.selectFrom('plans').select(['download_speed', 'upload_speed']).where('id', '=', planId).executeTakeFirstOrThrow()
