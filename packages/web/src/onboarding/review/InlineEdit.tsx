import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'

interface InlineEditProps<Value> {
  /** What is changed, for who does not see where it stands: `Price of Pro`. */
  readonly label: string
  /** What stands in the field at first. */
  readonly text: string
  /** Beside the field, such as a currency. */
  readonly unit?: string | undefined
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  /** null when it cannot be taken. */
  readonly parse: (typed: string) => Value | null
  /** What is said when it cannot be taken. */
  readonly hint: string
  readonly onSave: (value: Value) => Promise<void>
  /** How it looks while it is not changed. */
  readonly children: ReactNode
}

/** Something that can be changed where it stands. */
export function InlineEdit<Value>({
  label,
  children,
  ...rest
}: InlineEditProps<Value>): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) pencil.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <EditForm {...rest} label={label} onClose={() => setIsOpen(false)} />
  return (
    <span className="inline-edit">
      {children}
      <IconButton
        ref={pencil}
        label={`Change ${label}`}
        path="M10.5 3l2.5 2.5L5.5 13H3v-2.5z"
        onClick={() => setIsOpen(true)}
      />
    </span>
  )
}

interface EditFormProps<Value> extends Omit<InlineEditProps<Value>, 'children'> {
  readonly onClose: () => void
}

function EditForm<Value>(props: EditFormProps<Value>): ReactElement {
  const { label, text, unit, inputMode = 'text', parse, hint, onSave, onClose } = props
  const [typed, setTyped] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const problemId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const save = async () => {
    const value = parse(typed)
    if (value === null) return setProblem(hint)
    setIsBusy(true)
    try {
      await onSave(value)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setIsBusy(false)
    }
  }

  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <span className="inline-form-row">
        <input
          ref={field}
          className="purser-input"
          aria-label={label}
          aria-describedby={problem ? problemId : undefined}
          aria-invalid={problem !== null || undefined}
          inputMode={inputMode}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {unit && <span className="purser-soft">{unit}</span>}
      </span>
      {problem && (
        <span id={problemId} className="purser-field-error" role="alert">
          {problem}
        </span>
      )}
      <span className="inline-form-row">
        <button
          type="submit"
          className="purser-button purser-button-primary"
          aria-disabled={isBusy || undefined}
        >
          Save
        </button>
        <button type="button" className="purser-button purser-button-plain" onClick={onClose}>
          Cancel
        </button>
      </span>
    </form>
  )
}

interface NameEditProps {
  /** Whose name it is: `the tier “Pro”`. */
  readonly of: string
  readonly name: string
  readonly onSave: (name: string) => Promise<void>
  readonly children: ReactNode
}

/** A name that can be changed where it stands. */
export const NameEdit = ({ of, name, onSave, children }: NameEditProps): ReactElement => (
  <InlineEdit
    label={`the name of ${of}`}
    text={name}
    parse={parseName}
    hint="Enter a name of at most 200 letters."
    onSave={onSave}
  >
    {children}
  </InlineEdit>
)

/** The longest name that the catalog takes. */
const MAX_NAME = 200

/** A name as it was typed, or null when it is none. */
function parseName(typed: string): string | null {
  const name = typed.trim()
  return name === '' || name.length > MAX_NAME ? null : name
}
