import type { EndpointGroup } from './endpoint.ts'
import * as modules from './modules.ts'

type Modules = typeof modules
type GroupName = Extract<keyof Modules, `${string}Endpoints`>

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never

// Named, because otherwise the compiler repeats every schema in the declarations.
export type Endpoints = Intersection<Modules[GroupName]>

const groups: Readonly<Record<GroupName, EndpointGroup>> = modules

/** The endpoint groups of all modules: every export whose name ends in `Endpoints`. */
export const endpointGroups: readonly EndpointGroup[] = Object.entries(groups)
  .filter(([name]) => name.endsWith('Endpoints'))
  .map(([, group]) => group)

type OperationsOf<Name extends GroupName> = Name extends GroupName ? keyof Modules[Name] : never
type None<T extends never> = T

/** Does not compile if two groups use the same operation name, because one would hide the other. */
export type RepeatedOperations = None<
  { [Name in GroupName]: keyof Modules[Name] & OperationsOf<Exclude<GroupName, Name>> }[GroupName]
>

/** Every operation of the API by its name. */
export const endpoints: Endpoints = Object.assign({}, ...endpointGroups)

export type OperationName = keyof Endpoints
