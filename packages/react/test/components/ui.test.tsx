import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BarChart } from '../../src/components/ui/BarChart.tsx'
import { Button } from '../../src/components/ui/Button.tsx'
import { Dialog } from '../../src/components/ui/Dialog.tsx'
import { Field } from '../../src/components/ui/Field.tsx'
import { PurserProvider } from '../../src/index.ts'

afterEach(cleanup)

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Sure?" onClose={() => setIsOpen(false)}>
          Inside
        </Dialog>
      )}
    </>
  )
}

describe('Dialog', () => {
  it.each([
    ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['a click outside', () => fireEvent.mouseDown(screen.getByRole('dialog'))],
  ])('closes by %s and returns the focus', async (_, close) => {
    render(
      <StrictMode>
        <Opener />
      </StrictMode>,
    )
    const opener = screen.getByText('Open')
    opener.focus()
    fireEvent.click(opener)
    const dialog = screen.getByRole('dialog', { name: 'Sure?' })
    expect(document.activeElement).toBe(dialog)
    fireEvent.mouseDown(screen.getByText('Inside'))
    // A close event of the first opening in strict mode would have arrived by now.
    await Promise.resolve()
    expect(screen.getByText('Inside')).toBeTruthy()
    close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(opener)
  })
})

describe('Button', () => {
  it('does nothing while it is busy, even in a form, and can still be focused', () => {
    const click = vi.fn()
    const submit = vi.fn((event: Event) => event.preventDefault())
    const { container } = render(
      <form>
        <Button type="submit" isBusy onClick={click}>
          Pay
        </Button>
      </form>,
    )
    container.querySelector('form')?.addEventListener('submit', submit)
    const button = screen.getByRole('button', { name: 'Pay' })
    button.focus()
    fireEvent.click(button)
    expect(click).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })
})

describe('Field', () => {
  it('is connected to its label, hint and error', () => {
    render(
      <Field label="Code" hint="From an e-mail." error="There is no such code.">
        {(input) => <input {...input} />}
      </Field>,
    )
    const input = screen.getByLabelText('Code')
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'From an e-mail.',
      'There is no such code.',
    ])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('There is no such code.')
  })
})

describe('BarChart', () => {
  it('supports keyboard, mouse and screen readers', () => {
    const days = [3, 0, 12].map((value, at) => ({ date: `2026-03-0${at + 1}`, value }))
    const { container } = render(
      <PurserProvider locale="en-US">
        <BarChart
          caption="Renders a day"
          valueLabel="Renders"
          days={days}
          formatValue={(value) => `${value} renders`}
        />
      </PurserProvider>,
    )
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toEqual(['DateRenders', 'Mar 13 renders', 'Mar 20 renders', 'Mar 312 renders'])
    const tip = () => container.querySelector('.purser-chart-tip')?.textContent
    expect(tip()).toBeUndefined()

    const walk = screen.getByRole('slider', { name: /^Renders a day/ })
    fireEvent.focus(walk)
    expect(tip()).toBe('Mar 312 renders')
    fireEvent.change(walk, { target: { value: '0' } })
    expect(walk.getAttribute('aria-valuetext')).toBe('Mar 1: 3 renders')
    expect(tip()).toBe('Mar 13 renders')
    fireEvent.blur(walk)
    expect(tip()).toBeUndefined()

    const plot = container.querySelector('.purser-chart-plot') ?? container
    plot.getBoundingClientRect = () => new DOMRect(100, 0, 300, 144)
    fireEvent.pointerMove(plot, { clientX: 250 })
    expect(tip()).toBe('Mar 20 renders')
    fireEvent.pointerMove(plot, { clientX: 9_999 })
    expect(tip()).toBe('Mar 312 renders')
    fireEvent.pointerLeave(plot)
    expect(tip()).toBeUndefined()
    const heights = [...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))
    expect(heights).toEqual([String((3 / 15) * 144), '0', String((12 / 15) * 144)])
  })
})
