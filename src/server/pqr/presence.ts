import { sql } from 'kysely'
import { PRESENCE, type PresentPerson, pqrPresenceApi } from '#domain/pqr/presence-api.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { findCase } from './change.ts'

/** Whether a sign still counts: by the clock of the database, which all processes share. */
const COUNTS = sql`p.seen_at > now() - make_interval(secs => ${PRESENCE.countsS})`

/** The sign of an open page, and its answer: who else has the case open. */
export const pqrPresence = implement(pqrPresenceApi, {
  record: (ctx, { params, body: { doing } }) =>
    ctx.tx(async (tx) => {
      const { id } = await findCase(ctx, tx, params.id)
      await removeSigns(tx, ctx.actor.userId, doing === 'left' ? id : null)
      if (doing !== 'left') await insertSign(tx, { caseId: id, userId: ctx.actor.userId, doing })
      return { data: await listOthers(tx, id, ctx.actor.userId) }
    }),
})

/** Removes the signs of a person that no longer count, and that of a case. */
async function removeSigns(tx: Tx, userId: string, caseId: string | null): Promise<void> {
  await sql`
    delete from pqr_presences p
    where p.company_id = (select current_company()) and p.user_id = ${userId}::uuid and (p.case_id = ${caseId}::uuid or not ${COUNTS})`.execute(
    tx,
  )
}

type Sign = { caseId: string; userId: string; doing: PresentPerson['doing'] }

async function insertSign(tx: Tx, { caseId, userId, doing }: Sign): Promise<void> {
  await sql`
    insert into pqr_presences (user_id, case_id, doing) values (${userId}, ${caseId}, ${doing})
    on conflict (company_id, user_id, case_id) do update set doing = excluded.doing, seen_at = excluded.seen_at`.execute(
    tx,
  )
}

/** The other people on a case, who answers it first. */
async function listOthers(tx: Tx, caseId: string, userId: string): Promise<PresentPerson[]> {
  const { rows } = await sql<PresentPerson>`
    select u.id, u.first_name || coalesce(' ' || u.last_name, '') as name, p.doing
    from pqr_presences p
    join users u on u.company_id = p.company_id and u.id = p.user_id
    where p.company_id = (select current_company()) and p.case_id = ${caseId} and p.user_id <> ${userId} and ${COUNTS} and u.is_active
    order by p.doing, name, u.id`.execute(tx)
  return rows
}
