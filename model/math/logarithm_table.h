// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ghostcar::model::detail {

/// One interval of numbers m, and the logarithm of a number c in it. `high` is a multiple of 2^-42,
/// so that sums with multiples of the high part of ln 2 are exact; `low` is what is missing.
struct LogarithmRow {
    double centre;          // c: eight bits, so that products with 45 bits are exact
    double inverse_centre;  // 1/c
    double high;
    double low;
};

/// The bits of 0.703125: the first interval begins there, the last ends at twice as much.
constexpr std::uint64_t first_logarithm_bits = 0x3fe6800000000000ULL;

/// Each interval is 1/64 of a factor of 2 wide (in m itself, as a double's bits count it), its
/// centre in the middle. The two intervals beside 1 have the centre 1, so that small logarithms are
/// not differences of large ones. Computed in 60-digit arithmetic.
constexpr std::array<LogarithmRow, 64> logarithm_rows = {{
    {0.70703125, 0x1.6a13cd153729p+0, -0x1.630030b3abp-2, 0x1.db623e731aep-45},
    {0.71484375, 0x1.661ec6a5122f9p+0, -0x1.57bf753c8dp-2, -0x1.fadedee5d40efp-46},
    {0.72265625, 0x1.623fa7701624p+0, -0x1.4c9e09e173p-2, 0x1.e20891b0ad8a4p-45},
    {0.73046875, 0x1.5e75bb8d015e7p+0, -0x1.419b423d5fp-2, 0x1.ce379226de3ecp-44},
    {0.73828125, 0x1.5ac056b015acp+0, -0x1.36b6776be1p-2, -0x1.16ecdb0f177c8p-46},
    {0.74609375, 0x1.571ed3c506b3ap+0, -0x1.2bef07cdc9p-2, -0x1.a9cfa4a5004f4p-45},
    {0.75390625, 0x1.5390948f40febp+0, -0x1.214456d0ecp-2, 0x1.caf0428b728a3p-44},
    {0.76171875, 0x1.5015015015015p+0, -0x1.16b5ccbadp-2, 0x1.23299042d74bfp-44},
    {0.76953125, 0x1.4cab88725af6ep+0, -0x1.0c42d67616p-2, -0x1.7188b163ceae9p-45},
    {0.77734375, 0x1.49539e3b2d067p+0, -0x1.01eae5626cp-2, -0x1.a43dcfade85aep-44},
    {0.78515625, 0x1.460cbc7f5cf9ap+0, -0x1.ef5ade4ddp-3, 0x1.a211565bb8e11p-51},
    {0.79296875, 0x1.42d6625d51f87p+0, -0x1.db13db0d48p-3, -0x1.2806a847527e6p-44},
    {0.80078125, 0x1.3fb013fb013fbp+0, -0x1.c6ffbc6fp-3, -0x1.ee138d3a69d43p-44},
    {0.80859375, 0x1.3c995a47babe7p+0, -0x1.b31d8575bcp-3, -0x1.c794e562a63cbp-44},
    {0.81640625, 0x1.3991c2c187f63p+0, -0x1.9f6c40708ap-3, 0x1.337d94bcd3f43p-44},
    {0.82421875, 0x1.3698df3de0748p+0, -0x1.8beafeb39p-3, 0x1.73d54aae92cd1p-47},
    {0.83203125, 0x1.33ae45b57bcb2p+0, -0x1.7898d85444p-3, -0x1.8e67be3dbaf3fp-44},
    {0.83984375, 0x1.30d190130d19p+0, -0x1.6574ebe8c2p-3, 0x1.98c1d34f0f462p-44},
    {0.84765625, 0x1.2e025c04b8097p+0, -0x1.527e5e4a1cp-3, 0x1.4e60b8d4b411dp-44},
    {0.85546875, 0x1.2b404ad012b4p+0, -0x1.3fb45a5992p-3, -0x1.19713c0cae559p-44},
    {0.86328125, 0x1.288b01288b013p+0, -0x1.2d1610c868p-3, -0x1.39d6ccb81b4a1p-47},
    {0.87109375, 0x1.25e22708092f1p+0, -0x1.1aa2b7e24p-3, 0x1.1ac38dde3b366p-44},
    {0.87890625, 0x1.23456789abcdfp+0, -0x1.08598b59e4p-3, 0x1.7e5dd7009902cp-45},
    {0.88671875, 0x1.20b470c67c0d9p+0, -0x1.ec739830ap-4, -0x1.11fcba80cdd1p-44},
    {0.89453125, 0x1.1e2ef3b3fb874p+0, -0x1.c885801bc4p-4, -0x1.646d1c65aacd3p-45},
    {0.90234375, 0x1.1bb4a4046ed29p+0, -0x1.a4e7640b1cp-4, 0x1.e42b6b94407c8p-47},
    {0.91015625, 0x1.19453808ca29cp+0, -0x1.8197e2f41p-4, 0x1.c0fe460d20041p-44},
    {0.91796875, 0x1.16e0689427379p+0, -0x1.5e95a4d978p-4, -0x1.1cb7ce1d17171p-44},
    {0.92578125, 0x1.1485f0e0acd3bp+0, -0x1.3bdf5a7d2p-4, 0x1.19bd0ad125895p-44},
    {0.93359375, 0x1.12358e75d3033p+0, -0x1.1973bd1464p-4, -0x1.566d154f930b3p-44},
    {0.94140625, 0x1.0fef010fef011p+0, -0x1.eea31c0068p-5, -0x1.c3dd83606d891p-44},
    {0.94921875, 0x1.0db20a88f4696p+0, -0x1.aaef2d0fbp-5, -0x1.0fc1a353bb42ep-45},
    {0.95703125, 0x1.0b7e6ec259dc8p+0, -0x1.67c94f2d48p-5, -0x1.dac20827cca0cp-44},
    {0.96484375, 0x1.0953f39010954p+0, -0x1.252f32f8dp-5, -0x1.83e9ae021b67bp-45},
    {0.97265625, 0x1.073260a47f7c6p+0, -0x1.c63d2ec15p-6, 0x1.5439ce030a687p-44},
    {0.98046875, 0x1.05197f7d73404p+0, -0x1.432a92598p-6, -0x1.98139928637fep-47},
    {0.98828125, 0x1.03091b51f5e1ap+0, -0x1.82448a388p-7, -0x1.4554412c584ep-44},
    {1.0, 1.0, 0.0, 0.0},
    {1.0, 1.0, 0.0, 0.0},
    {1.0234375, 0x1.f44659e4a4271p-1, 0x1.7b91b07d6p-6, -0x1.3b955b602ace4p-44},
    {1.0390625, 0x1.ecc07b301eccp-1, 0x1.39e87b9fe8p-5, 0x1.eafd480ad9015p-44},
    {1.0546875, 0x1.e573ac901e574p-1, 0x1.b42dd71198p-5, -0x1.c827ae5d6704cp-46},
    {1.0703125, 0x1.de5d6e3f8868ap-1, 0x1.16536eea38p-4, -0x1.47c5e768fa309p-46},
    {1.0859375, 0x1.d77b654b82c34p-1, 0x1.51b073f06p-4, 0x1.83f69278e686ap-44},
    {1.1015625, 0x1.d0cb58f6ec074p-1, 0x1.8c345d6318p-4, 0x1.b20f5acb42a66p-44},
    {1.1171875, 0x1.ca4b3055ee191p-1, 0x1.c5e548f5bcp-4, 0x1.d0c57585fbe06p-46},
    {1.1328125, 0x1.c3f8f01c3f8fp-1, 0x1.fec9131dcp-4, -0x1.54555d1ae6607p-44},
    {1.1484375, 0x1.bdd2b899406f7p-1, 0x1.1b72ad52f6p-3, 0x1.e80a41811a396p-45},
    {1.1640625, 0x1.b7d6c3dda338bp-1, 0x1.371fc201e8p-3, 0x1.ee8779b2d8abcp-44},
    {1.1796875, 0x1.b2036406c80d9p-1, 0x1.526e5e3a1cp-3, -0x1.790ba37fc5238p-44},
    {1.1953125, 0x1.ac5701ac5701bp-1, 0x1.6d60fe719ep-3, -0x1.bc6e557134767p-44},
    {1.2109375, 0x1.a6d01a6d01a6dp-1, 0x1.87fa06520cp-3, 0x1.22120401202fcp-44},
    {1.2265625, 0x1.a16d3f97a4b02p-1, 0x1.a23bc1fe2cp-3, -0x1.539cd91dc9f0bp-44},
    {1.2421875, 0x1.9c2d14ee4a102p-1, 0x1.bc286742d8p-3, 0x1.9ac53f39d121cp-44},
    {1.2578125, 0x1.970e4f80cb872p-1, 0x1.d5c216b4fcp-3, -0x1.1ba91bbca681bp-45},
    {1.2734375, 0x1.920fb49d0e229p-1, 0x1.ef0adcbdc6p-3, -0x1.b26b79c86af24p-45},
    {1.2890625, 0x1.8d3018d3018d3p-1, 0x1.0402594b4dp-2, 0x1.036b89ef42d7fp-48},
    {1.3046875, 0x1.886e5f0abb04ap-1, 0x1.1058bf9ae5p-2, -0x1.4ab9d817d52cdp-44},
    {1.3203125, 0x1.83c977ab2beddp-1, 0x1.1c898c169ap-2, -0x1.81410e5c62affp-44},
    {1.3359375, 0x1.7f405fd017f4p-1, 0x1.2895a13de8p-2, 0x1.a8d7ad24c13fp-44},
    {1.3515625, 0x1.7ad2208e0ecc3p-1, 0x1.347dd9a988p-2, -0x1.5594dd4c58092p-45},
    {1.3671875, 0x1.767dce434a9b1p-1, 0x1.404308686ap-2, 0x1.f8ef43049f7d3p-44},
    {1.3828125, 0x1.724287f46debcp-1, 0x1.4be5f95778p-2, -0x1.d7c92cd9ad824p-44},
    {1.3984375, 0x1.6e1f76b4337c7p-1, 0x1.5767717456p-2, -0x1.64ead9524d7cap-44},
}};

}  // namespace ghostcar::model::detail
