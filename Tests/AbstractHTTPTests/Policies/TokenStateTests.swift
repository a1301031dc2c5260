import Foundation
import Testing

@testable import AbstractHTTP

/// The decisions of a token refresher, step by step.
@Suite struct TokenStateTests {
    @Test func validTokenIsReady() {
        var state = state("old")

        let steps = [join(&state, refused: nil), join(&state, refused: "another")]

        #expect(steps == ["ready old", "ready old"])
    }

    @Test func firstRejectionStartsARefreshOthersJoin() {
        var state = state("old")

        let steps = [join(&state, refused: "old"), join(&state, refused: "old"), join(&state, refused: nil)]

        #expect(steps == ["wait 1 new", "wait 1", "wait 1"])
        #expect(state.current?.waiterCount == 3)
    }

    @Test func finishedRefreshReturnsItsToken() {
        var state = state("old")
        _ = join(&state, refused: "old")

        let finished = state.finish(1, held("new"))

        #expect(finished?.waiterCount == 1)
        #expect(state.held?.token == "new" && state.current == nil)
        let next = join(&state, refused: "old")
        #expect(next == "ready new")
    }

    @Test func failedRefreshKeepsTheToken() {
        var state = state("old")
        _ = join(&state, refused: "old")

        let finished = state.finish(1, nil)

        #expect(finished != nil)
        #expect(state.held?.token == "old")
    }

    @Test func endedRefreshStoresNoToken() {
        var state = state("old")
        _ = join(&state, refused: "old")
        _ = state.endRefresh()
        _ = state.replace(nil, user: nil) { _ in false }

        let finished = state.finish(1, held("late"))

        #expect(finished == nil)
        #expect(state.held == nil)
    }

    @Test func endedRefreshDoesNotFinishTheNext() {
        var state = state("old")
        _ = join(&state, refused: "old")
        _ = state.endRefresh()
        _ = join(&state, refused: "old")

        let (finished, left) = (state.finish(1, held("late")), state.leave(1, 1).0)

        #expect(finished == nil && left == nil)
        #expect(state.current?.number == 2 && state.held?.token == "old")
    }

    @Test func lastLeavingWaiterAbandonsTheRefresh() {
        var state = state("old")
        _ = join(&state, refused: "old")
        _ = join(&state, refused: "old")

        let (first, again, last) = (state.leave(1, 1), state.leave(1, 1), state.leave(1, 2))

        #expect(first.0 != nil && first.abandoned == nil)
        #expect(again.0 == nil)
        #expect(last.abandoned?.number == 1)
        #expect(state.current == nil)
    }

    @Test func abandonedRefreshesDoNotCountTowardTheLimit() {
        var state = state("old")
        var steps: [String] = []

        for _ in 1...10 {
            steps.append(join(&state, refused: "old"))
            _ = state.abandonRefresh()
        }

        #expect(steps.last == "wait 10 new")
    }

    @Test func endedRefreshAcceptsNoTask() {
        var state = state("old")
        _ = join(&state, refused: "old")
        let task = Task {}

        let isTaken = state.setTask(task, of: 1)
        _ = state.endRefresh()
        let isTakenLate = state.setTask(task, of: 1)

        #expect(isTaken && !isTakenLate)
    }

    @Test func missingTokenStaysMissing() {
        var state = TokenState(held: nil)

        let step = join(&state, refused: "old")

        #expect(step == "ready none")
    }

    private func held(_ token: AccessToken) -> HeldToken { HeldToken(token: token, staleAt: nil) }

    private func state(_ token: AccessToken) -> TokenState { TokenState(held: held(token)) }

    /// Whether the session stays the same.
    @Test(
        arguments: [
            (nil, nil, true), ("ada", nil, true), ("ada", "ada", true), ("ada", "bob", false), (nil, "bob", false),
        ] as [(String?, String?, Bool)])
    func tokenOfAnotherUserBeginsASession(user: String?, next: String?, isSame: Bool) {
        var state = TokenState(held: held("old"), user: user)

        let replaced = state.replace(held("new"), user: next) { _ in false }

        #expect(replaced.isSame == isSame && state.session == (isSame ? 0 : 1))
        #expect(join(&state, in: 0, refused: nil) == (isSame ? "ready new" : "failed"))
        #expect(join(&state, in: state.session, refused: nil) == "ready new")
    }

    @Test func signOutBeginsASessionThatTheNextSignInContinues() {
        var state = TokenState(held: held("old"), user: "ada")

        _ = state.replace(nil, user: nil) { _ in false }
        let session = state.session
        _ = state.replace(held("new"), user: "bob") { _ in false }

        #expect(join(&state, in: session, refused: nil) == "ready new")
        #expect(join(&state, in: 0, refused: "old") == "failed")
    }

    private func join(_ state: inout TokenState, in session: Int? = nil, refused: AccessToken?) -> String {
        let limit = TokenRefresh.Limit(9, within: .seconds(1))
        switch state.join(TokenState.Refresh.Waiter(), session, refused?.authorization, .now, limit, .zero) {
        case .ready(let token): return "ready \(token?.value ?? "none")"
        case .wait(let number, _, let isNew): return isNew ? "wait \(number) new" : "wait \(number)"
        case .failed: return "failed"
        }
    }
}
