import type pg from 'pg'

export type Pool = pg.Pool
export type Client = pg.PoolClient
