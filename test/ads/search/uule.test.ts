import { describe, expect, it } from 'vitest'
import { uule } from '../../../src/ads/search/request.ts'

const timeMs = 1_741_220_422_082
const ofPlace = (place: string) => uule(place, timeMs)
const textOf = (value: string) => Buffer.from(value.slice(2), 'base64').toString()

describe('UULE of a name', () => {
  it.each([
    ['New York,New York,United States', 'w+CAIQICIfTmV3IFlvcmssTmV3IFlvcmssVW5pdGVkIFN0YXRlcw=='],
    ['West New York,New Jersey,United States', 'w+CAIQICImV2VzdCBOZXcgWW9yayxOZXcgSmVyc2V5LFVuaXRlZCBTdGF0ZXM='],
    ['Bavaria,Germany', 'w+CAIQICIPQmF2YXJpYSxHZXJtYW55'],
    ['Germany', 'w+CAIQICIHR2VybWFueQ=='],
  ])('%s is its known value', (place, value) => {
    expect(ofPlace(place)).toBe(value)
  })

  it('ignores white space around commas', () => {
    expect(ofPlace('New York, New York , United States')).toBe(ofPlace('New York,New York,United States'))
  })

  it.each(['DE', 'de', ' germany '])('is the same for a country code as for its name: %s', (place) => {
    expect(ofPlace(place)).toBe(ofPlace('Germany'))
  })

  it.each([10, 64, 127, 128, 130, 300])('encodes a name of %i bytes', (bytes) => {
    const place = `${'é'.repeat(2)}${'a'.repeat(bytes - 7)},DE`
    expect(Buffer.byteLength(place)).toBe(bytes)
    expect(read(ofPlace(place))).toEqual({ 1: 2, 2: 32, 4: place })
  })
})

describe('UULE of a point', () => {
  it('has the exact format of version 2', () => {
    const value = ofPlace('lat: 47.62, lng: -122.35, rad: 25000')
    expect(value).toBe(
      'a cm9sZToxCnByb2R1Y2VyOjEyCnByb3ZlbmFuY2U6Ngp0aW1lc3RhbXA6MTc0MTIyMDQyMjA4MjAwMApsYXRsbmd7CmxhdGl0dWRlX2U3OjQ3NjIwMDAwMApsb25naXR1ZGVfZTc6LTEyMjM1MDAwMDAKfQpyYWRpdXM6MjUwMDAwMDA=',
    )
    expect(textOf(value)).toBe(
      'role:1\nproducer:12\nprovenance:6\ntimestamp:1741220422082000\nlatlng{\nlatitude_e7:476200000\nlongitude_e7:-1223500000\n}\nradius:25000000',
    )
  })

  it('equals the output of another encoder, except for its provenance and radius', () => {
    const published =
      'a cm9sZToxCnByb2R1Y2VyOjEyCnByb3ZlbmFuY2U6MAp0aW1lc3RhbXA6MTc0MTIyMDQyMjA4MjAwMApsYXRsbmd7CmxhdGl0dWRlX2U3OjQwNzEyODAwMApsb25naXR1ZGVfZTc6LTc0MDA2MDAwMAp9CnJhZGl1czotMQ=='
    const ours = textOf(ofPlace('40.7128,-74.0060'))
    expect(ours.replace('provenance:6', 'provenance:0').replace('radius:30000000', 'radius:-1')).toBe(textOf(published))
  })

  it.each([
    ['0,0', 0, 0, 30_000_000],
    ['-33.8688, 151.2093', -338_688_000, 1_512_093_000, 30_000_000],
    ['90,-180', 900_000_000, -1_800_000_000, 30_000_000],
    ['52.52000661,13.40495499', 525_200_066, 134_049_550, 30_000_000],
    ['-0.00000001,.5', 0, 5_000_000, 30_000_000],
    ['lat:48.1,lng:11.5', 481_000_000, 115_000_000, 30_000_000],
    ['LAT: 48.1 , LNG: 11.5 , RAD: 1.5', 481_000_000, 115_000_000, 1500],
  ])('has degrees in ten-millionths and the radius in millimeters: %s', (place, latitude, longitude, radius) => {
    expect(textOf(ofPlace(place)).split('\n').slice(4)).toEqual([
      'latlng{',
      `latitude_e7:${latitude}`,
      `longitude_e7:${longitude}`,
      '}',
      `radius:${radius}`,
    ])
  })
})

/** Decodes protobuf's wire format. */
function read(text: string): Record<number, number | string> {
  const bytes = Buffer.from(text.slice(2), 'base64')
  const fields: Record<number, number | string> = {}
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const key = varint()
    const value = varint()
    if (key % 8 === 0) fields[key >> 3] = value
    else {
      fields[key >> 3] = bytes.subarray(at, at + value).toString()
      at += value
    }
  }
  return fields
}
