import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'

interface InlineEditProps<Value> {
  /** Names the value for screen readers: `the price of “Pro”`. */
  readonly label: string
  /** The initial text of the field. */
  readonly text: string
  /** Shown beside the field, such as a currency. */
  readonly unit?: string | undefined
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  /** Returns null if the text is invalid. */
  readonly parse: (text: string) => Value | null
  /** The message for invalid text. */
  readonly hint: string
  readonly onSave: (value: Value) => Promise<void>
  /** The value outside of edit mode. */
  readonly children: ReactNode
}

/** Shows a value with a button that replaces it with a form to change it. */
export function InlineEdit<Value>({
  label,
  children,
  ...rest
}: InlineEditProps<Value>): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) editButton.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <EditForm {...rest} label={label} onClose={() => setIsOpen(false)} />
  return (
    <span className="inline-edit">
      {children}
      <IconButton
        ref={editButton}
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
  const [input, setInput] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const problemId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const save = async () => {
    const value = parse(input)
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
          value={input}
          onChange={(event) => setInput(event.target.value)}
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
  /** The object with its kind: `the tier “Pro”`. */
  readonly object: string
  readonly name: string
  readonly onSave: (name: string) => Promise<void>
  readonly children: ReactNode
}

export const NameEdit = ({ object, name, onSave, children }: NameEditProps): ReactElement => (
  <InlineEdit
    label={`the name of ${object}`}
    text={name}
    parse={parseName}
    hint={`Enter a name of up to ${MAX_NAME_LENGTH} characters.`}
    onSave={onSave}
  >
    {children}
  </InlineEdit>
)

/** The limit of the catalog. */
const MAX_NAME_LENGTH = 200

function parseName(text: string): string | null {
  const name = text.trim()
  return name === '' || name.length > MAX_NAME_LENGTH ? null : name
}
