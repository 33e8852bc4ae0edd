import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './isPublicAddress.ts'

const PRIVATE: Record<string, string[]> = {
  'this network and unspecified': ['0.0.0.0', '0.1.2.3', '::', '0:0:0:0:0:0:0:0'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'unique local': ['fc00::1', 'fd12:3456::1'],
  'link-local, where clouds keep their metadata': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'site-local': ['fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  'benchmarks and protocols': ['198.18.0.1', '198.19.255.255', '192.0.0.1', '192.88.99.1'],
  'IPv6 for protocols': ['2001:2::1', '2001:10::1', '2001:20::1', '100::1', '5f00::1', '4000::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::7f00:1'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::808:808'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::1'],
  Teredo: ['2001:0:7f00:1::f7f7:f7f7', '2001:0:808:808::80ff:fffe', '2001:0:808:808::f5ff:fffe'],
  'text that is not an address': [
    '',
    'localhost',
    'example.com',
    '1.2.3',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
  ],
}

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '169.253.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '2001:0:808:808::f7f7:f7f7',
]

describe('a public address', () => {
  it.each(PUBLIC)('may be %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(Object.entries(PRIVATE))('is never %s', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })
})
