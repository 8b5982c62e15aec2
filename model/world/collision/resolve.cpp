// SPDX-License-Identifier: Apache-2.0
#include "model/world/collision/resolve.h"

#include "model/math/numeric.h"
#include "model/world/collision/plane_vector.h"

namespace ghostcar::model {
namespace {

// Bodies that have come to rest against each other stay this much overlapped, so that the contact
// goes on being seen and does not flicker.
constexpr double resting_overlap_m = 0.0005;
// A slower approach is rounding: taking it away again and again would end in subnormal numbers.
constexpr double slowest_approach_mps = 1e-9;

/// How much relative velocity at the point of contact a unit impulse makes: the symmetric matrix
/// K, in normal and tangent axes. Two bodies' matrices add up.
struct Mobility {
    double normal = 0.0;   // K_nn
    double coupled = 0.0;  // K_nt
    double tangent = 0.0;  // K_tt
};

constexpr Mobility operator+(Mobility a, Mobility b) noexcept {
    return {a.normal + b.normal, a.coupled + b.coupled, a.tangent + b.tangent};
}

struct ContactFrame {
    PlaneVector point;
    PlaneVector normal;
    PlaneVector tangent;
};

constexpr PlaneVector arm_of(const BodyMotion& motion, const ContactFrame& frame) noexcept {
    return frame.point - PlaneVector{motion.x_m, motion.y_m};
}

constexpr Mobility mobility_of(const CollisionBox& box, const BodyMotion& motion,
                               const ContactFrame& frame) noexcept {
    const PlaneVector arm = arm_of(motion, frame);
    const double normal_m = cross(arm, frame.normal);
    const double tangent_m = cross(arm, frame.tangent);
    return {box.inverse_mass_pkg + normal_m * normal_m * box.inverse_yaw_inertia_pkgm2,
            normal_m * tangent_m * box.inverse_yaw_inertia_pkgm2,
            box.inverse_mass_pkg + tangent_m * tangent_m * box.inverse_yaw_inertia_pkgm2};
}

constexpr PlaneVector velocity_at_contact(const BodyMotion& motion,
                                          const ContactFrame& frame) noexcept {
    return PlaneVector{motion.velocity_x_mps, motion.velocity_y_mps} +
           turned_left(arm_of(motion, frame)) * motion.yaw_rate_radps;
}

constexpr void push(const CollisionBox& box, BodyMotion& motion, const ContactFrame& frame,
                    PlaneVector impulse_ns) noexcept {
    motion.yaw_rate_radps +=
        cross(arm_of(motion, frame), impulse_ns) * box.inverse_yaw_inertia_pkgm2;
    motion.velocity_x_mps += impulse_ns.x * box.inverse_mass_pkg;
    motion.velocity_y_mps += impulse_ns.y * box.inverse_mass_pkg;
}

struct Blow {
    PlaneVector impulse_ns{};
    ContactLoss loss;
};

/// Chatterjee and Ruina, "A new algebraic rigid-body collision law based on impulse space
/// considerations", J. Applied Mechanics 65 (1998) 939. With v the relative velocity, two impulses
/// are known: P1, frictionless and plastic, and P2 = -v/K, which stops all relative motion.
/// Q = P2 - P1 leaves the normal velocity as it is (n·K·Q = 0), so of
///   P = (1 + e)·P1 + λ·Q,   0 ≤ λ ≤ 1
/// e alone decides the bounce and λ alone the rubbing; λ is the largest for which P lies in the
/// friction cone |Pt| ≤ μ·Pn. Because n·K·Q = 0 the energies part as well:
///   lost to the blow     (1 - e²)·vn² / (2·Knn)
///   lost to friction     λ·(2 - λ)·Q·K·Q / 2
/// neither can be negative. (The familiar impulse with friction clamped afterwards can make
/// energy when Knt is large.)
constexpr Blow blow(const Mobility& k, double normal_mps, double tangent_mps,
                    const ContactLaw& law) noexcept {
    if (!(normal_mps < -slowest_approach_mps)) return {};
    const double approach_mps = -normal_mps;
    const double restitution =
        approach_mps < law.soft_touch_mps
            ? 0.0
            : law.restitution / (1.0 + approach_mps / law.restitution_fall_mps);
    const double plastic_ns = approach_mps / k.normal;  // P1
    const double lever = k.coupled / k.normal;
    const double sliding_mps = tangent_mps + lever * approach_mps;  // left over after P1
    const double sliding_mobility = k.tangent - lever * k.coupled;
    const double stop_ns = -sliding_mps / sliding_mobility;  // Qt; Qn = -lever·Qt

    const double bounce_ns = (1.0 + restitution) * plastic_ns;
    const double stop_normal_ns = -lever * stop_ns;
    const double grip_ns = law.friction * (bounce_ns + stop_normal_ns);
    double share = 1.0;
    if (magnitude(stop_ns) > grip_ns) {
        share = law.friction * bounce_ns / (magnitude(stop_ns) - law.friction * stop_normal_ns);
    }
    Blow result;
    result.impulse_ns = {bounce_ns + share * stop_normal_ns, share * stop_ns};
    result.loss = {0.5 * (1.0 - restitution * restitution) * plastic_ns * approach_mps,
                   0.5 * share * (2.0 - share) * magnitude(stop_ns * sliding_mps), approach_mps,
                   magnitude(tangent_mps)};
    return result;
}

constexpr ContactFrame frame_of(const Contact& contact) noexcept {
    const PlaneVector normal{contact.normal_x, contact.normal_y};
    return {{contact.x_m, contact.y_m}, normal, turned_left(normal)};
}

constexpr Blow blow_at(const ContactFrame& frame, const Mobility& mobility, PlaneVector velocity,
                       const ContactLaw& law) noexcept {
    Blow result = blow(mobility, dot(velocity, frame.normal), dot(velocity, frame.tangent), law);
    result.impulse_ns = frame.normal * result.impulse_ns.x + frame.tangent * result.impulse_ns.y;
    return result;
}

}  // namespace

ContactLoss resolve(const CollisionBox& box, BodyMotion& motion, const CollisionBox& other_box,
                    BodyMotion& other, const Contact& contact, const ContactLaw& law) noexcept {
    const double inverse_mass_pkg = box.inverse_mass_pkg + other_box.inverse_mass_pkg;
    if (!contact.touching || !(inverse_mass_pkg > 0.0)) return {};
    const ContactFrame frame = frame_of(contact);
    const Blow result =
        blow_at(frame, mobility_of(box, motion, frame) + mobility_of(other_box, other, frame),
                velocity_at_contact(motion, frame) - velocity_at_contact(other, frame), law);
    push(box, motion, frame, result.impulse_ns);
    push(other_box, other, frame, -result.impulse_ns);

    // The lighter body gives way more: the common centre of gravity stays.
    const PlaneVector out =
        frame.normal * (maximum(0.0, contact.depth_m - resting_overlap_m) / inverse_mass_pkg);
    motion.x_m += out.x * box.inverse_mass_pkg;
    motion.y_m += out.y * box.inverse_mass_pkg;
    other.x_m -= out.x * other_box.inverse_mass_pkg;
    other.y_m -= out.y * other_box.inverse_mass_pkg;
    return result.loss;
}

ContactLoss resolve_with_fixed(const CollisionBox& box, BodyMotion& motion, const Contact& contact,
                               const ContactLaw& law) noexcept {
    if (!contact.touching || !(box.inverse_mass_pkg > 0.0)) return {};
    const ContactFrame frame = frame_of(contact);
    const Blow result =
        blow_at(frame, mobility_of(box, motion, frame), velocity_at_contact(motion, frame), law);
    push(box, motion, frame, result.impulse_ns);
    const double out_m = maximum(0.0, contact.depth_m - resting_overlap_m);
    motion.x_m += frame.normal.x * out_m;
    motion.y_m += frame.normal.y * out_m;
    return result.loss;
}

}  // namespace ghostcar::model
