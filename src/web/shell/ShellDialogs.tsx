import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { ChangePasswordDialog } from '#web/auth/ChangePasswordDialog.tsx'
import { StepUpDialog } from '#web/auth/StepUp.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** A dialog that the menus and the keys open. */
export type ShellDialog = 'logout' | 'change-password' | 'shortcuts'

type Props = {
  user: SignedInUser
  dialog: ShellDialog | null
  asksForPassword: boolean
  showShortcuts: () => void
  onClose: () => void
}

/** The dialogs over every guarded screen, and the keys. Loaded after the first screen is shown. */
export function ShellDialogs({ user, dialog, asksForPassword, showShortcuts, onClose }: Props) {
  useShortcuts(user, showShortcuts)
  return (
    <>
      {dialog === 'logout' && <LogoutDialog onCancel={onClose} />}
      {dialog === 'change-password' && <ChangePasswordDialog role={user.metadata.role} onClose={onClose} />}
      {dialog === 'shortcuts' && <ShortcutsDialog user={user} onClose={onClose} />}
      {asksForPassword && <StepUpDialog />}
      <SessionWarning />
    </>
  )
}
