import type { EquipmentState } from '#domain/equipment/equipment.ts'
import type { Tone } from '#web/ui/Badge.tsx'

export const EQUIPMENT_TONES: Readonly<Record<EquipmentState, Tone>> = {
  in_store: 'quiet',
  assigned: 'info',
  at_client: 'good',
  returned: 'warn',
  damaged: 'bad',
  lost: 'bad',
}
