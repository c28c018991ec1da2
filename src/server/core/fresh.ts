import { Refusal } from '#domain/core/refusal.ts'
import type { Actor } from './context.ts'

/**
 * Refuses with 422 when the user did not confirm the password in this session in the last minutes. The only place that decides what
 * a delicate call requires: a further factor of the sign-in is required here. Called for endpoints with `stepUp: true`, and by the
 * verbs of those with 'own'.
 */
export function assertFresh({ actor }: { actor: Pick<Actor, 'isFresh'> }): void {
  if (!actor.isFresh) throw new Refusal('step_up_required', 'Confirma tu contraseña para continuar')
}
