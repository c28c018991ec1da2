import { sql } from 'kysely'
import { CONSENT_TEXT_VERSION } from '#domain/consents/consent.ts'
import type { ReactionToOne } from '#server/core/events.ts'

/** The reaction that records the consent of a client that accepts the data policy at the first login (SHL-12, PRF-03). */
export const recordPolicyConsent: ReactionToOne = ({ name, after, companyId, entityId, actor, ip }) => ({
  with:
    name === 'user.first_login_finished' && after?.accepted_data_policy === true
      ? [
          sql`policy_consent as (
            insert into consents (company_id, client_id, purpose, is_granted, text_version, channel, actor_name, ip)
            select k.company_id, k.id, 'data', true, ${CONSENT_TEXT_VERSION}, 'portal', ${actor.name}, ${ip}
            from clients k where k.company_id = ${companyId} and k.user_id = ${entityId})`,
        ]
      : [],
  select: [],
})
